const METHODS: Readonly<Record<string, string>> = {
  password: 'Password',
  identity: 'Connected sign-in',
  link: 'Link of the operator',
  registration: 'Registration',
  reset: 'New password',
  passkey: 'Passkey',
  code: 'Code',
  'backup-code': 'Backup code',
  issuer: 'Second factor at the issuer',
}

/** How a login was opened: `Password, code`. */
export function methodText(method: string): string {
  const [first = '', second] = method.split('+').map((part) => METHODS[part] ?? part)
  return second === undefined ? first : `${first}, ${second.toLowerCase()}`
}
