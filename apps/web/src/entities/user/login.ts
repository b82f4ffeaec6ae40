import type { NameAsked, SecondFactorAsked, User } from '@tradeloom/contracts'
import { onFactorsRequired, onRecentLoginRequired, onSessionEnded } from '../../api/call.ts'
import { forgetReplies } from '../../api/kept-replies.ts'
import { queryClient } from '../../api/query-client.ts'
import { bootstrapQuery } from './bootstrap-query.ts'
import { socket } from '../../realtime/socket.ts'
import { askForFactor, askForLogin, askForName, closeAuthPrompt, showEnded } from './auth-prompt.ts'
import { askToConfirmLogin } from './confirm-prompt.ts'

export function currentUser(): User | null {
  return queryClient.getQueryData(bootstrapQuery.queryKey)?.user ?? null
}

/** For actions that need a login: true when signed in, after the dialog if necessary; false when it was closed. */
export async function requireLogin(message: string): Promise<boolean> {
  // A click before the server has said who the user is must not count as a visitor's.
  if (queryClient.getQueryData(bootstrapQuery.queryKey) === undefined) {
    await queryClient.fetchQuery(bootstrapQuery).catch(() => null)
  }
  if (currentUser() !== null) return true
  return askForLogin(message)
}

/** By `performance.now()`. */
let lastLogin = -Infinity

/** Stores the new user, and refreshes everything that depends on the user. */
export async function signedIn(user: User): Promise<void> {
  lastLogin = performance.now()
  const known = queryClient.getQueryData(bootstrapQuery.queryKey)
  if (known === undefined) await queryClient.fetchQuery({ ...bootstrapQuery, staleTime: 0 })
  else queryClient.setQueryData(bootstrapQuery.queryKey, { ...known, user })
  forgetReplies()
  socket.restart()
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'bootstrap' })
}

/** Closes the dialog of a login, or asks there for the second factor or a name. */
export async function finishLogin(answer: User | SecondFactorAsked | NameAsked): Promise<void> {
  if ('challenge' in answer) {
    askForFactor(answer)
    return
  }
  if ('register' in answer) {
    askForName(answer)
    return
  }
  await signedIn(answer)
  closeAuthPrompt(true)
}

/**
 * Shows the expired dialog when a call is rejected although the user was signed in. A call that began before the last login
 * says nothing about it: its rejection may arrive after it. A call that needs a recent login asks for it; one that needs
 * two-factor login lets the page look what else does.
 */
export function watchSessionEnd(): void {
  onSessionEnded((began) => {
    if (currentUser() !== null && began >= lastLogin) showEnded('expired')
  })
  onRecentLoginRequired(askToConfirmLogin)
  onFactorsRequired(() => void queryClient.invalidateQueries({ queryKey: bootstrapQuery.queryKey }))
}
