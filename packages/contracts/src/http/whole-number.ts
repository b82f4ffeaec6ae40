import { z } from 'zod'

/** The largest index, offset or revision. The database counts on from some of them, and its integers end one later. */
export const MAX_INTEGER = 2_147_483_646

/** Its texts are shown at the fields of forms, which check with the same schema. */
export function wholeNumber(least: number, most: number): z.ZodNumber {
  const error = problem(least, most)
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

/** A whole number in a query: programs give a number, and its text arrives. */
export function queryNumber(least: number, most: number) {
  const error = problem(least, most)
  return z.union([wholeNumber(least, most), numberText(least, most)], { error })
}

/** A whole number as text, which `Number` would also read from an empty one. */
export function numberText(least: number, most: number) {
  const digits = z.string().regex(/^\d{1,16}$/, { error: problem(least, most) })
  return digits.transform(Number).pipe(wholeNumber(least, most))
}

/** Made when it is needed: the first formatted number costs more than all these schemas, and each page would wait for it. */
function problem(least: number, most: number): () => string {
  return () => `Please enter a whole number from ${least} to ${most.toLocaleString('en-US')}`
}
