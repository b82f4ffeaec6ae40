import type { User } from '@tradeloom/contracts'
import { onSessionEnded } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { bootstrapQuery } from './bootstrap-query.ts'
import { socket } from '../../realtime/socket.ts'
import { askForLogin, showExpired } from './auth-prompt.ts'

export function currentUser(): User | null {
  return queryClient.getQueryData(bootstrapQuery.queryKey)?.user ?? null
}

/** For actions that need a login: goes on at once when signed in, else after the dialogue; false when it was closed. */
export async function requireLogin(message: string): Promise<boolean> {
  // Who clicks before the page knows who is there must not be taken for a visitor.
  if (queryClient.getQueryData(bootstrapQuery.queryKey) === undefined) {
    await queryClient.fetchQuery(bootstrapQuery).catch(() => null)
  }
  if (currentUser() !== null) return true
  return askForLogin(message)
}

/** Puts the new user in place, and lets everything that depends on who is asking be asked again. */
export async function signedIn(user: User): Promise<void> {
  const known = queryClient.getQueryData(bootstrapQuery.queryKey)
  if (known === undefined) await queryClient.fetchQuery({ ...bootstrapQuery, staleTime: 0 })
  else queryClient.setQueryData(bootstrapQuery.queryKey, { ...known, user })
  socket.restart()
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'bootstrap' })
}

/** A refused call means something only to somebody who was signed in. */
export function watchSessionEnd(): void {
  onSessionEnded(() => {
    if (currentUser() !== null) showExpired()
  })
}
