/**
 * Options of the check that two fields are equal. It runs although other fields are invalid, so that all errors of a form
 * appear at once.
 */
export function mustMatch(first: string, second: string) {
  return {
    message: 'Passwords do not match!',
    path: [second],
    when: ({ value }: { readonly value: unknown }): boolean => {
      const form = (value ?? {}) as Readonly<Record<string, unknown>>
      return typeof form[first] === 'string' && typeof form[second] === 'string'
    },
  }
}
