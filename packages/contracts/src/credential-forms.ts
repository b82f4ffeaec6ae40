import type { CredentialForm } from '@tradeloom/domain'

interface FormOfKeys {
  /** As requests name it. */
  readonly style: 4 | 5 | 6
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isSecret: boolean }[]
}

/** Forms in which keys are entered, with their fields in order: of the first one, its owner sees the end. */
export const CREDENTIAL_FORMS = {
  'key-and-secret': {
    style: 4,
    fields: [
      { name: 'apiKey', label: 'API key', isSecret: false },
      { name: 'apiSecret', label: 'API secret', isSecret: true },
    ],
  },
  key: { style: 5, fields: [{ name: 'apiKey', label: 'API key', isSecret: true }] },
  login: {
    style: 6,
    fields: [
      { name: 'username', label: 'Username', isSecret: false },
      { name: 'password', label: 'Password', isSecret: true },
    ],
  },
} as const satisfies Record<CredentialForm, FormOfKeys>
