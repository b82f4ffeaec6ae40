/** The longest beginning of a text that fits, by whole characters. */
export function cutTo(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const characters = [...text]
  let [least, most] = [0, characters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(`${characters.slice(0, middle).join('')}…`)) least = middle
    else most = middle - 1
  }
  return `${characters.slice(0, least).join('')}…`
}
