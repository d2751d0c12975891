import { configurationGuards } from "../../model/declared-fields";
import { attributesOf } from "./fields";
import {
  type Attribute,
  type Attributes,
  attribute,
  computed,
  nested,
  number,
  optionalComputed,
  text,
  texts,
} from "./schema";

/** What keeps a configuration from being deleted, false where it is not declared. */
export const guards: Attributes = attributesOf(configurationGuards, optionalComputed);

const counts = (words: string): Attribute => attribute(number, computed, words);

/** What a planned change does to repositories, where a policy can read it. @param counted which repositories */
export const reviewAttribute = (counted: string): Attribute =>
  attribute(
    nested("single", {
      weakens: counts("The number of repositories that are scanned less in any setting."),
      unclassified: counts("The number of those where it cannot be said, and nothing weakens."),
      strengthens: counts("The number of those that are only scanned more."),
      summary: attribute(text, computed, "The counts in words."),
      details: attribute(texts, computed, "What changes for which repositories, the worst first: one line each."),
    }),
    computed,
    `What the change does to ${counted}, as planned. It is known only after apply where what is declared is, and without a change it is that of the last change: a policy reads it where an action is planned, and takes unknown for unclassified.`,
  );
