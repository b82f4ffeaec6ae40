/** Something that the user typed or pointed at is wrong: one clear line and exit status 1, no stack. */
export class InputError extends Error {
  override readonly name = 'InputError'
}
