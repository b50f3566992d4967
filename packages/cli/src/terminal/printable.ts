/** A text for one line of a terminal: what would move the cursor, change colours or turn the direction is escaped. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
      Array.from(character, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`).join(''),
    )
}
