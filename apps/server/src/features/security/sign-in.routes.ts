import { enterBrowser } from '../../platform/auth/answer-login.ts'
import { loginRequest } from '../../platform/auth/login-request.ts'
import { passkeySite } from '../../platform/auth/passkey-site.ts'
import type { SecondStep } from '../../platform/auth/second-step.ts'
import type { Handlers } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/platform.ts'

type SignInHandlers = Pick<Handlers, 'loginSecondFactor' | 'beginPasskeyLogin' | 'loginWithPasskey'>

/** Logins with more than a password. */
export function signInHandlers(
  { config, isSecure }: Pick<Platform, 'config' | 'isSecure'>,
  secondStep: SecondStep,
): SignInHandlers {
  return {
    loginSecondFactor: async ({ body: { remember, ...answered }, request, reply }) => {
      const site = passkeySite(config.publicUrl, request.headers.host)
      const opened = await secondStep.finish(answered, site, loginRequest(request))
      const { user, deviceId } = enterBrowser(opened, { request, reply, isSecure })
      if (remember) await secondStep.remember(user.id, deviceId)
      return user
    },
    beginPasskeyLogin: async ({ request }) => ({ challenge: await secondStep.beginPasskey(loginRequest(request)) }),
    loginWithPasskey: async ({ body, request, reply }) => {
      const site = passkeySite(config.publicUrl, request.headers.host)
      const opened = await secondStep.enterWithPasskey(body, site, loginRequest(request))
      return enterBrowser(opened, { request, reply, isSecure }).user
    },
  }
}
