import { ReflectionKind } from "typedoc";

/** The constructs and types whose fields are those of the service. */
const ofTheService =
  /^(Configuration(Props|Settings)?|AnalyzerSettings|CodePolicy|Notifications|Comment|RiskLevel|RepositoryAssignments|RepositorySelectors|FindingTriage|Deepscan|Analyzer|Repository)$/;

/** A number says what it counts. */
const unit = /whole number|milliseconds|seconds|minutes|days|bytes|at most|maximum number|from 0 to 1/i;

/** The default of what is optional is at the property, at its type, or in a tag of its own. */
const absence = /absent|by default|default is/i;

/** The entry points that people write by hand: what they call has an example. */
const written = new Set(["scanform/cdktn", "scanform/testing"]);

/** What the docstrings of the constructs and of the testing kit lack, a line each. */
export function missing(project) {
  const entries = project.children.filter(({ name }) => written.has(name));
  // what is exported again has its docstring where it is described
  const own = entries.flatMap(({ children }) => children.filter((each) => !each.kindOf(ReflectionKind.Reference)));
  return own.flatMap((each) => [...ofExport(each), ...(each.children ?? []).flatMap(ofMember)]);
}

function ofExport(each) {
  const comment = commentOf(each);
  const text = textOf(comment);
  return lines(each, {
    docstring: text === "",
    "@example": each.kindOf([ReflectionKind.Class, ReflectionKind.Function]) && !has(comment, "@example"),
    "section of the specification": ofTheService.test(each.name) && !/specification/i.test(text),
  });
}

function ofMember(each) {
  if (each.kindOf(ReflectionKind.Constructor) || each.type?.name === "undefined") return [];
  const comment = commentOf(each);
  const text = textOf(comment);
  const isProp = each.parent.kindOf(ReflectionKind.Interface);
  const saysDefault = has(comment, "@defaultValue") || absence.test(text + textOfTypes(each.parent));
  return lines(each, {
    docstring: text === "",
    "@example": isCalled(each) && !has(comment, "@example"),
    unit: each.type?.name === "number" && !unit.test(text),
    default: isProp && each.flags.isOptional && !saysDefault,
  });
}

/** A method that people call: aspects are visited by the framework. */
const isCalled = (each) => each.kindOf(ReflectionKind.Method) && each.name !== "visit";

const lines = (each, lacks) =>
  Object.entries(lacks).flatMap(([what, is]) => (is ? [`${each.getFullName()} has no ${what}.`] : []));

/** The docstrings of an interface and of those that it extends, directly or by `Omit` and its kind. */
function textOfTypes(declared) {
  const extended = (declared.extendedTypes ?? []).flatMap((type) => [type, ...(type.typeArguments ?? [])]);
  const others = extended.flatMap(({ reflection }) => (reflection === undefined ? [] : [textOfTypes(reflection)]));
  return [textOf(declared.comment), ...others].join("");
}

const commentOf = (each) => each.comment ?? each.getSignature?.comment ?? each.signatures?.[0]?.comment;

const textOf = (comment) =>
  [...(comment?.summary ?? []), ...(comment?.blockTags ?? []).flatMap(({ content }) => content)]
    .map(({ text }) => text)
    .join("");

const has = (comment, tag) => comment?.blockTags.some((each) => each.tag === tag) ?? false;
