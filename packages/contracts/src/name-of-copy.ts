const MAX_LENGTH = 120

/** The name of a clone, cut to the length of names without splitting a character. */
export function nameOfCopy(name: string): string {
  let copy = ''
  for (const character of `Copy of ${name}`) {
    if (copy.length + character.length > MAX_LENGTH) break
    copy += character
  }
  return copy.trimEnd()
}
