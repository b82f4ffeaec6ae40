import { UserError } from '@tradeloom/domain'

/** Something that was typed or pointed at is wrong: one clear line, and exit status 1. */
export class InputError extends UserError {
  override readonly name = 'InputError'

  constructor(text: string, field: string | null = null) {
    super('invalid-input', text, field)
  }
}
