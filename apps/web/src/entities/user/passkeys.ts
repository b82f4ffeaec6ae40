import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { User } from '@tradeloom/contracts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { bootstrapQuery } from './bootstrap-query.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']

/** Whether this page is the site that passkeys belong to, in a browser that has them. */
export function usePasskeys(): boolean {
  const host = useQuery(bootstrapQuery).data?.passkeyHost ?? null
  return host === location.hostname && browserSupportsWebAuthn()
}

/** Without a name: the passkey says who it is. */
export async function logInWithPasskey(): Promise<User> {
  const { challenge } = await call('beginPasskeyLogin', {})
  return call('loginWithPasskey', { body: { challenge, assertion: await signed(challenge) } })
}

/** The challenge, signed by a passkey of this site; the browser asks its user which one. */
export async function signed(challenge: string) {
  const optionsJSON = { challenge, rpId: location.hostname, userVerification: 'required' } as const
  const answer = await startAuthentication({ optionsJSON }).catch(asFailure)
  const { id, rawId, type, response, authenticatorAttachment } = answer
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}

/** Makes a passkey and registers it. */
export async function addPasskey(name: string): Promise<void> {
  const options = await call('beginPasskey', {})
  const optionsJSON = options as unknown as CreationOptions
  const made = await startRegistration({ optionsJSON }).catch(asFailure)
  const { id, rawId, type, response, authenticatorAttachment } = made
  const { clientDataJSON, attestationObject, transports } = response
  const passkey = {
    id,
    rawId,
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  }
  await call('addPasskey', { body: { challenge: options.challenge, name, passkey } })
}

/** Whether the user has closed the browser's dialog. */
export function wasDismissed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'passkey-dismissed'
}

/** Browsers say little about why a passkey was not used, and most of the time its user did not want to. */
function asFailure(error: unknown): never {
  const { name } = error as Error
  if (name === 'NotAllowedError' || name === 'AbortError') {
    throw new ApiError('No passkey was used', 0, 'passkey-dismissed')
  }
  if (name === 'InvalidStateError') throw new ApiError('This device has a passkey already', 0, 'passkey-known')
  throw new ApiError('This browser could not use a passkey', 0, 'passkey-failed')
}
