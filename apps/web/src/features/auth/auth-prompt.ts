import { create } from 'zustand'

interface AuthPrompt {
  readonly mode: 'login' | 'register' | null
  /** Why a login is needed: 'Please log in to clone algorithms'. */
  readonly message: string | null
  readonly settle: ((isSignedIn: boolean) => void) | null
  readonly isExpired: boolean
}

const CLOSED = { mode: null, message: null, settle: null } as const

export const useAuthPrompt = create<AuthPrompt>()(() => ({ ...CLOSED, isExpired: false }))

/** Opens the dialog; resolves to true after a login, to false when it was closed. */
export function askForLogin(message: string | null = null, mode: 'login' | 'register' = 'login'): Promise<boolean> {
  useAuthPrompt.getState().settle?.(false)
  return new Promise((settle) => {
    useAuthPrompt.setState({ mode, message, settle })
  })
}

export function switchAuthMode(mode: 'login' | 'register'): void {
  useAuthPrompt.setState({ mode })
}

export function closeAuthPrompt(isSignedIn: boolean): void {
  const { settle } = useAuthPrompt.getState()
  useAuthPrompt.setState(CLOSED)
  settle?.(isSignedIn)
}

export function showExpired(): void {
  useAuthPrompt.setState({ ...CLOSED, isExpired: true })
}
