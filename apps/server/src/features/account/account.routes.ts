import { newId } from '@tradeloom/database'
import { answerLogin } from '../../platform/auth/answer-login.ts'
import { loginRequest } from '../../platform/auth/login-request.ts'
import { requirePasswordLogin } from '../../platform/auth/password-login.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UserMessage } from '../users/user.topic.ts'
import type { AccountLinks } from './account-links.ts'
import { resetPassword } from './reset-password.job.ts'

type AccountHandlers = Pick<
  Handlers,
  | 'requestPasswordReset'
  | 'changeForgottenPassword'
  | 'changePassword'
  | 'verifyEmail'
  | 'changeEmail'
  | 'openAccountLink'
  | 'removeUserFactors'
  | 'enterWithLink'
>
type Deps = Pick<Platform, 'db' | 'jobs' | 'users' | 'passwords' | 'bus' | 'isSecure' | 'opener' | 'config'>

export function accountHandlers(
  { db, jobs, users, passwords, bus, isSecure, opener, config }: Deps,
  links: AccountLinks,
): AccountHandlers {
  const closeSockets = (loginIds: readonly string[]): void => {
    for (const id of loginIds) bus.publish(`login.ended.${id}`, null)
  }
  return {
    // Whether the address is known is only looked up by the job: answers and their times say nothing about it.
    requestPasswordReset: async ({ body }) => {
      requirePasswordLogin(config)
      const id = newId()
      const data = { email: body.email.toLowerCase() }
      await db.transaction((tx) => jobs.add(tx, resetPassword, { id, tenant: id, data }))
      return { ok: true }
    },
    changeForgottenPassword: async ({ query, body, request, reply }) => {
      requirePasswordLogin(config)
      const { userId, ended } = await passwords.changeForgotten(query.key, body.password, request.ip)
      closeSockets(ended)
      return answerLogin(await users.enter(userId, loginRequest(request)), { request, reply, isSecure })
    },
    changePassword: async ({ login, userId, body, request }) => {
      closeSockets(await passwords.change(login!, body, request.ip))
      bus.publish(`password.changed.${userId}`, null)
      return { ok: true }
    },
    async verifyEmail({ userId }) {
      await links.sendVerification(userId)
      return { ok: true }
    },
    async changeEmail({ userId, body }) {
      await links.changeEmail(userId, body.email)
      return { ok: true }
    },
    async openAccountLink({ body, request }) {
      const { purpose, email, userId, ended } = await links.open(body.key, request.ip)
      closeSockets(ended)
      const event: UserMessage['event'] = { event: 'user-changed', data: null }
      bus.publish(`user.changed.${userId}`, { userId, event } satisfies UserMessage)
      return { purpose, email }
    },
    async enterWithLink({ body, request, reply }) {
      const userId = await links.useLoginLink(body.key)
      const opened = await opener.openLogin(userId, 'link', loginRequest(request))
      return answerLogin(opened, { request, reply, isSecure })
    },
    async removeUserFactors({ params }) {
      const { link, usable, expires } = await links.makeFactorsLink(params.id)
      return { link, usable: usable.toISOString(), expires: expires.toISOString() }
    },
  }
}
