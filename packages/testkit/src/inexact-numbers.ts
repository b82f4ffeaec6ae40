/** Where an answer has numbers that nobody writes, such as 0.15000000000000002: those of more than 15 significant digits. */
export function inexactNumbers(answer: unknown, at = ''): string[] {
  if (typeof answer === 'number')
    return Number(answer.toPrecision(15)) === answer ? [] : [`${at || 'answer'} = ${answer}`]
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([key, value]) => inexactNumbers(value, at === '' ? key : `${at}.${key}`))
}
