/** The construct of a project that declares the settings, in a module of its own. */
export interface DeclaredConstruct {
  /** The file, such as `settings.ts`. */
  readonly fileName: string;
  readonly className: string;
  /** The id of the construct in the stack. */
  readonly id: string;
}

/** The line that uses it. @param scope the variable of the stack, or `this` */
export const usageOf = ({ className, id }: DeclaredConstruct, scope: string): string =>
  `new ${className}(${scope}, "${id}");`;

/** The line that imports it: `.js` is understood in an ES module and in CommonJS, by TypeScript and by tsx. */
export const importOf = ({ className, fileName }: DeclaredConstruct): string =>
  `import { ${className} } from "./${fileName.replace(/\.ts$/, ".js")}";`;
