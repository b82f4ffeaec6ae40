import { UserError } from '@tradeloom/domain'

/** Invalid input: reported in one clear line, with exit status 1. */
export class InputError extends UserError {
  override readonly name = 'InputError'

  constructor(text: string, field: string | null = null) {
    super('invalid-input', text, field)
  }
}
