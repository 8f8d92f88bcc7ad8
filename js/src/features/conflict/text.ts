export const CHAIN = "Answers that lead to this";
export const GIVEN = "given";
export const NEW = "new";
export const answer = (number: number): string => `answer ${number}`;
