import { z } from 'zod'

/** Databases and encodings cannot hold NUL and lone surrogates. */
const isClean = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed()

/** Every text that a person or a program sends, of one line or many; the base of all schemas of texts. */
export const text = z
  .string()
  .refine(isClean, { message: 'Text cannot contain NUL characters or broken Unicode', abort: true })

/** A text of one line: a name, a title, a time zone. */
export const line = text.refine((value) => !/\p{Cc}/u.test(value), {
  message: 'This cannot contain line breaks or control characters',
  abort: true,
})

/** The name of an uploaded file, without folders. */
export const fileName = line
  .transform((name) => name.replaceAll('\\', '/').split('/').at(-1) ?? '')
  .refine((name) => /[^.\s]/.test(name), { message: 'The file has no name' })
