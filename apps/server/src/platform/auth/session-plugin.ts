import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

const body = z.object({ userId: z.string(), ipAddress: z.string(), userAgent: z.string(), method: z.string() })

/** Creates a login and its cookie. It has no address, and only `LoginOpener` calls it. */
export function sessionPlugin() {
  return {
    id: 'tradeloom-session',
    endpoints: {
      createLogin: createAuthEndpoint.serverOnly({ method: 'POST', body }, async (context) => {
        const { internalAdapter } = context.context
        const { userId, ...facts } = context.body
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw new Error('A login needs a user')
        const session = await internalAdapter.createSession(userId, false, facts, true)
        await setSessionCookie(context, { session, user })
        return { id: session.id }
      }),
    },
  } satisfies BetterAuthPlugin
}
