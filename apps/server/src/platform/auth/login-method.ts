/** How a login begins: with what opens it alone, unless the account asks for a second factor. */
export type FirstMethod = 'password' | 'identity' | 'link' | 'registration' | 'reset'
/** `issuer`: it was shown to the issuer of a connected sign-in, whose word counts. */
type SecondMethod = 'code' | 'backup-code' | 'passkey' | 'issuer'
/** How a login was opened; a passkey that has verified its user is both factors. */
export type LoginMethod = FirstMethod | 'passkey' | `${FirstMethod}+${SecondMethod}`

/** Whether the account's second factor is still to be shown. */
export function isFirstOnly(method: LoginMethod): method is FirstMethod {
  return method !== 'passkey' && !method.includes('+')
}
