import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { askAgain } from './auth-prompt.ts'
import { bootstrapQuery } from './bootstrap-query.ts'
import { identitiesQuery } from './identities-query.ts'
import { finishLogin } from './login.ts'

/** Goes on after an issuer has sent the browser back; `what`: `login.google`. */
export async function comeBack(what: string): Promise<void> {
  const [purpose = '', network = ''] = what.split('.')
  try {
    // What the page knows of its user must not arrive after the new login.
    await queryClient.ensureQueryData(bootstrapQuery)
    if (purpose === 'login') await finishLogin(await call('enterWithIdentity', {}))
    else if (purpose === 'link') await link(network)
    else if (purpose === 'confirm') await confirm()
  } catch (error) {
    if (purpose === 'login') askAgain(errorText(error))
    else toastError(errorText(error))
  }
}

async function link(network: string): Promise<void> {
  const { label } = await call('linkIdentity', { body: { network } })
  toastSuccess(`${label} is connected`)
  await queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey })
}

async function confirm(): Promise<void> {
  await call('confirmLogin', { body: { identity: true } })
  toastSuccess('Confirmed for ten minutes. Please retry your action')
}
