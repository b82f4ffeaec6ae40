import { newId } from '@tradeloom/database'
import { answerLogin } from '../../platform/auth/answer-login.ts'
import { loginRequest } from '../../platform/auth/login-request.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'
import { resetPassword } from './reset-password.job.ts'

type AccountHandlers = Pick<Handlers, 'requestPasswordReset' | 'changeForgottenPassword' | 'changePassword'>
type Deps = Pick<Platform, 'db' | 'jobs' | 'users' | 'passwords' | 'bus' | 'isSecure'>

export function accountHandlers({ db, jobs, users, passwords, bus, isSecure }: Deps): AccountHandlers {
  const closeSockets = (loginIds: readonly string[]): void => {
    for (const id of loginIds) bus.publish(`login.ended.${id}`, null)
  }
  return {
    // Whether the address is known is only looked up by the job: answers and their times say nothing about it.
    requestPasswordReset: async ({ body }) => {
      const id = newId()
      const data = { email: body.email.toLowerCase() }
      await db.transaction((tx) => jobs.add(tx, resetPassword, { id, tenant: id, data }))
      return { ok: true }
    },
    changeForgottenPassword: async ({ query, body, request, reply }) => {
      const { userId, ended } = await passwords.changeForgotten(query.key, body.password, request.ip)
      closeSockets(ended)
      return answerLogin(await users.enter(userId, loginRequest(request)), { request, reply, isSecure })
    },
    changePassword: async ({ login, body, request }) => {
      closeSockets(await passwords.change(login!, body, request.ip))
      return { ok: true }
    },
  }
}
