import { progress, slowProgress } from "../../src/cli/print";
import { screen } from "../support/screen";

test.each([true, false])("progress of several things is shown, and of a single one not", (interactive) => {
  const { io, shown } = screen(interactive);
  progress(io, "things")(1, 1);
  expect(shown()).toBe("");
  progress(io, "things")(2, 2);
  expect(shown()).toMatch(/^\r?2 of 2 things\n$/);
});

describe("progress of work that is mostly short", () => {
  function progressOn(interactive: boolean) {
    let time = 0;
    const { io, shown } = screen(interactive, () => time);
    const progress = slowProgress(io, "things");
    return {
      progress,
      shown,
      at: (milliseconds: number) => {
        time = milliseconds;
      },
    };
  }

  test.each([true, false])("nothing is shown within the first second", (interactive) => {
    const { progress, shown, at } = progressOn(interactive);
    at(900);
    progress.show(1, 1);
    progress.end();
    expect(shown()).toBe("");
  });

  test("progress of work that is mostly short on a terminal it is one line, whose end may move", () => {
    const { progress, shown, at } = progressOn(true);
    at(1000);
    progress.show(1, 1);
    progress.show(2, 5);
    progress.end();
    expect(shown()).toBe("\r1 of 1 things\r2 of 5 things\n");
  });

  test("elsewhere it is at most about ten lines", () => {
    const { progress, shown, at } = progressOn(false);
    at(1000);
    for (let done = 1; done <= 100; done += 1) progress.show(done, 100);
    progress.end();
    expect(shown().split("\n")).toHaveLength(11);
    expect(shown()).toMatch(/^10 of 100 things\n20 of .*\n100 of 100 things\n$/s);
  });
});
