import { Converter } from "typedoc";

/** Before typedoc's own work on the same event. */
const first = 1000;
const longest = 300;

/** A type that typedoc has written out, at length, is named as in the source. */
export function asWritten(app) {
  app.converter.on(
    Converter.EVENT_RESOLVE_BEGIN,
    (context) => {
      for (const reflection of Object.values(context.project.reflections)) {
        if (reflection.type === undefined || reflection.type.toString().length <= longest) continue;
        const of = reflection.isSignature?.() ? reflection.parent : reflection;
        const node = context.getSymbolFromReflection(of)?.declarations?.[0]?.type;
        if (node === undefined) continue;
        context.setActiveProgram(context.programs[0]);
        reflection.type = context.converter.convertType(context, node);
        context.setActiveProgram(undefined);
      }
    },
    first,
  );
}
