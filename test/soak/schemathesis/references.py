"""Bodies that the document allows are refused only where they refer to what the account does not have, or their SQL LIKE
pattern is none: no schema says either."""

import re

import schemathesis

unknown = re.compile(r"^(\w+(\[\d+\])?: the account has no |repository_pattern: |and \d+ more$)")


@schemathesis.check
def refuses_unknown_references_only(_context, response, case):
    generation = case.meta.generation if case.meta else None
    if response.status_code != 422 or generation is None or not generation.mode.is_positive:
        return
    for problem in response.json()["error"].split("; "):
        assert unknown.match(problem), f"a body that the document allows is refused: {problem}"
