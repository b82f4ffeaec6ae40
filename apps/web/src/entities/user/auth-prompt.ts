import type { LinkPurpose, NameAsked, SecondFactorAsked } from '@tradeloom/contracts'
import { create } from 'zustand'

export type AuthMode =
  | 'login'
  | 'register'
  | 'forgotten'
  | 'new-password'
  | 'second-factor'
  | 'link'
  | 'name'
  | 'restore'

interface AuthPrompt {
  readonly mode: AuthMode | null
  /** Why a login is needed: 'Please log in to clone algorithms'. */
  readonly message: string | null
  readonly settle: ((isSignedIn: boolean) => void) | null
  /** Of the link with which a new password is chosen. */
  readonly resetKey: string | null
  /** A mailed link that waits for its button. */
  readonly link: { readonly purpose: LinkPurpose; readonly key: string } | null
  /** Of a login whose password was right. */
  readonly asked: SecondFactorAsked | null
  /** Of somebody new whom an issuer has shown. */
  readonly named: NameAsked['register'] | null
  /** Of the link with which somebody was invited to register. */
  readonly invitation: string | null
  /** How the login of this page ended although the page still shows the user's data. */
  readonly ended: 'expired' | 'logged-out' | null
}

const CLOSED = {
  mode: null,
  message: null,
  settle: null,
  resetKey: null,
  link: null,
  asked: null,
  named: null,
} as const

export const useAuthPrompt = create<AuthPrompt>()(() => ({ ...CLOSED, invitation: null, ended: null }))

/** Opens the dialog; resolves to true after a login, to false when it was closed. */
export function askForLogin(message: string | null = null, mode: 'login' | 'register' = 'login'): Promise<boolean> {
  useAuthPrompt.getState().settle?.(false)
  return new Promise((settle) => {
    useAuthPrompt.setState({ mode, message, settle })
  })
}

/** Opens the dialog for a new password. */
export function askForNewPassword(resetKey: string): void {
  useAuthPrompt.setState({ ...CLOSED, mode: 'new-password', resetKey })
}

/** Opens the dialog to register; the invitation stays until the page is left. */
export function acceptInvitation(invitation: string): void {
  useAuthPrompt.setState({ ...CLOSED, mode: 'register', invitation })
}

export function switchAuthMode(mode: AuthMode): void {
  useAuthPrompt.setState({ mode })
}

/** Opens the dialog that says what a mailed link is for. */
export function askToOpenLink(link: NonNullable<AuthPrompt['link']>): void {
  useAuthPrompt.setState({ ...CLOSED, mode: 'link', link })
}

/** The password was right: the same dialog asks for the second factor. */
export function askForFactor(asked: SecondFactorAsked): void {
  useAuthPrompt.setState({ mode: 'second-factor', asked })
}

/** Somebody new has come back from an issuer: the same dialog asks for a name. */
export function askForName({ register: named }: NameAsked): void {
  useAuthPrompt.setState({ mode: 'name', named })
}

/** Opens the dialog to log in with what went wrong before. */
export function askAgain(message: string): void {
  useAuthPrompt.setState({ ...CLOSED, mode: 'login', message })
}

export function closeAuthPrompt(isSignedIn: boolean): void {
  const { settle } = useAuthPrompt.getState()
  useAuthPrompt.setState(CLOSED)
  settle?.(isSignedIn)
}

/** The first reason counts: a login that was ended is rejected by calls, too. */
export function showEnded(ended: 'expired' | 'logged-out'): void {
  const known = useAuthPrompt.getState().ended
  if (known === null) useAuthPrompt.setState({ ended })
}

export function forgetEnded(): void {
  useAuthPrompt.setState({ ended: null })
}
