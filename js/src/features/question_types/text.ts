/** Text on the page: question types. */

import { count, pointName } from "../../core/text";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
const inWords = (number: number): string => NUMBERS[number] ?? String(number);
export const TYPE_MENU = "Type of question";
export const askFor = (title: string): string => `Ask for: ${title}`;
export const WHY_POINT = "Why this point:";
export const FEATURES_APART = "Features that set these points apart";
export const REPRESENTATIVES = "representatives";
export const REPRESENTATIVE = "representative";
export const smallPoint = (name: string): string => `point ${name}`;
export const like = (name: string): string => `like ${name}`;
export const WHY_POINTS = "Why these points:";
export const PUT_TOGETHER = "Make one pile of everything that belongs together.";
export const NEW_PILE = "New pile";
export const SKIP = "Skip";
export const ENTER = "Enter";
/** The same above cards that show their content. */
export const PUT_BY_KEY = `${PUT_TOGETHER} Press its number, or drag the card.`;
export const PRESS_PILE = "Press its pile’s number, or drag it.";
export const CARDS = "Points to be sorted";
export const pile = (number: number): string => `Pile ${number}`;
export const pileAbout = (number: number, cards: number, all: number): string =>
  `${pile(number)}, ${cards} of ${all}`;
export const putOn = (name: string, where: string): string =>
  `Put point ${name} on ${where.toLowerCase()}`;
export const startsPile = (point: string, number: number): string =>
  `${point}, which ${pile(number).toLowerCase()} begins with`;
export const allSorted = (all: number): string => {
  const who = all === 1 ? "The point is" : `All ${inWords(all)} are`;
  return `${who} sorted. Arrows choose a card, its pile’s number moves it.`;
};
export const ofAll = (place: number, all: number, isLast: boolean): string => {
  if (all === 1) return "";
  const which = isLast ? "last" : ORDINALS[place];
  return `, ${which ? `the ${which}` : place} of ${inWords(all)}`;
};
/** How many pairs the piles answer: the sentence in bold, and the rest. */
export const tells = (
  { must, cannot }: { must: number; cannot: number },
  left: number,
  whole: number,
  clusters: number,
): [string, string] => {
  const pairs = must + cannot;
  const lead = pairs ? `This answers ${count(pairs, "pair")}` : "No pair answered yet.";
  const split = pairs ? ` (${must} must-link, ${cannot} cannot-link)` : "";
  const rest = left === 1 ? "the last card" : `the other ${inWords(left)}`;
  const more = left ? `, ${whole} with ${rest}` : "";
  const told = pairs
    ? `${split}${more}.`
    : left
      ? ` All cards answer ${count(whole, "pair")}.`
      : "";
  return [lead, `${told}${clusters ? ` ${clusters} clusters afterwards.` : ""}`];
};
export const record = (pairs: number): string => `Record ${count(pairs, "pair")}`;
const listed = (keys: string[], last: string): string =>
  keys.length < 2 ? keys.join("") : `${keys.slice(0, -1).join(", ")} ${last} ${keys.at(-1)}`;
/** The status of the current card; `keys` are those of the piles and of a new one. */
export const currentCard = (name: string, keys: string[], fresh: string): string => {
  const piles = keys.filter(Boolean);
  const own = piles.length ? `${listed(piles, "or")} for its pile` : "";
  const other = fresh && `${fresh} for a new one`;
  const press = [own, other].filter(Boolean).join(", ");
  return `${pointName(name)}${press ? `: press ${press}` : ""}.`;
};
export const sortedStatus = (all: number, pairs: number, links: number): string => {
  const who = all === 1 ? "The point is" : `All ${inWords(all)} are`;
  return `${who} sorted: Enter records ${count(pairs, "pair")} with ${count(links, "link")}.`;
};
export const NOTHING_SORTED = "No card is on a pile yet.";
