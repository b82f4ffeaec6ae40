import { line } from './text.ts'

/** Without what a mailer would read as more than an address: names, lists, comments, routes. */
const PLAIN = String.raw`\s@<>()\[\],;:\\"`
/** The domain has at least two names. */
const ADDRESS = new RegExp(`^[^${PLAIN}]+@[^.${PLAIN}]+(?:\\.[^.${PLAIN}]+)+$`, 'u')

/** One address to which mail can be sent as it stands; the same in every form. */
export const emailAddress = line
  .trim()
  .min(1, 'Please enter your email address')
  .max(254)
  .regex(ADDRESS, 'The email you entered looks invalid')
