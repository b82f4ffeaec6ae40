import type { KeySource } from '@tradeloom/vault/master'

/** What the process `keys` is asked. */
export interface DeriveKeys {
  readonly source: KeySource
  /** Whether a master key is made if there is none. */
  readonly makes: boolean
  /** Whether it is answered as it is printed, too. */
  readonly prints?: boolean
}

/** What the server has of a master key. */
export interface DerivedKeys {
  readonly fingerprint: string
  /** Keys of exchanges are sealed with it, and not opened. */
  readonly publicKey: Uint8Array
  /** Of what the server itself has to read, such as second factors. */
  readonly accountsKey: Uint8Array
  /** The master key itself, for the person who asked to print it. */
  readonly paper?: string
}

/** Null without a master key; a problem is one of its file. */
export type KeyAnswer = DerivedKeys | { readonly problem: string } | null
