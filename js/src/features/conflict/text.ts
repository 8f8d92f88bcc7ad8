export const CHAIN = "Answers that lead to this";
export const GIVEN = "given";
export const NEW = "new";
export const answer = (number: number, who: string): string =>
  `answer ${number}${who && ` by ${who}`}`;
