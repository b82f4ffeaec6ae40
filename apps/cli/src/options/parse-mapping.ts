import { UserError } from '@tradeloom/domain'

/** `time=1,open=2,close=Close` as an object; columns by number from 1 or by the header's name. */
export function parseMapping(text: string | undefined): Record<string, string> {
  if (text === undefined) return {}
  const pairs = text.split(',').map((pair) => {
    const [field = '', ...rest] = pair.split('=')
    const column = rest.join('=').trim()
    if (field.trim() === '' || column === '') {
      throw new UserError(
        'invalid-input',
        `--mapping ${text}: "${pair}" is not of the form field=column, for example time=1,open=2`,
      )
    }
    return [field.trim(), column] as const
  })
  return Object.fromEntries(pairs)
}
