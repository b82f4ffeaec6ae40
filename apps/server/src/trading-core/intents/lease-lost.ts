/** The lease of an account was lost: another process works on it, and nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
