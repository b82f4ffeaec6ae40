import { line } from './text.ts'

const INVALID = 'The email you entered looks invalid'
/** What a mailer would read as more than an address: names, lists, comments, routes. */
const PART = String.raw`[^\s@<>()\[\],;:\\"]+`

/** One address to which mail can be sent as it stands; the same in every form. */
export const emailAddress = line
  .trim()
  .min(1, 'Please enter your email address')
  .max(254)
  .regex(new RegExp(`^${PART}@${PART}$`, 'u'), INVALID)
  // The domain has at least two names.
  .regex(/@[^.]+(\.[^.]+)+$/u, INVALID)
