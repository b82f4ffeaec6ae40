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

/** Marks that change the direction of the text after them, also of what follows the name in a list. */
const TURNS_TEXT = /[\u202A-\u202E\u2066-\u2069]/
/** Spaces, joiners and fillers, of which nothing can be seen. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\u2800]/gu

/** A text of one line by which people recognize something in a list. */
export const label = line
  .trim()
  .refine((value) => value === '' || value.replaceAll(INVISIBLE, '') !== '', 'There is nothing visible in this text')
  .refine((value) => !TURNS_TEXT.test(value), 'Text cannot contain marks that change its direction')

/** The name of an algorithm or an indicator. */
export const name = label.min(1, 'Please enter a name').max(120, 'A name has at most 120 characters')

/** The name of an uploaded file, without folders. */
export const fileName = line
  .transform((name) => name.replaceAll('\\', '/').split('/').at(-1) ?? '')
  .refine((name) => /[^.\s]/.test(name), { message: 'The file has no name' })
