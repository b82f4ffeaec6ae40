/** What a method of RFC 8176 shows: something that the user knows, has or is. */
const KINDS: Readonly<Record<string, 'knows' | 'has' | 'is'>> = {
  pwd: 'knows',
  pin: 'knows',
  kba: 'knows',
  otp: 'has',
  sms: 'has',
  tel: 'has',
  hwk: 'has',
  swk: 'has',
  sc: 'has',
  pop: 'has',
  face: 'is',
  fpt: 'is',
  iris: 'is',
  retina: 'is',
  vbm: 'is',
}

/** Whether the `amr` of a token says that its user has shown two factors: it names them together, or two of different kinds. */
export function statesSecondFactor(amr: unknown): boolean {
  if (!Array.isArray(amr)) return false
  const methods = amr.filter((one) => typeof one === 'string')
  const kinds = new Set(methods.flatMap((one) => (Object.hasOwn(KINDS, one) ? [KINDS[one]] : [])))
  return methods.includes('mfa') || kinds.size > 1
}
