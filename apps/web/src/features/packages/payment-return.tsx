import { Alert } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type ReactElement, useEffect } from 'react'
import { errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { refreshRights } from './subscription-query.ts'

const ASK_AGAIN_MS = 3_000
const CANCELED = 'Payment was cancelled. Please try again.'

/** Back from the payment page: asks the server what has become of the payment, since the address proves nothing. */
export function PaymentReturn(): ReactElement | null {
  const { action, id } = useSearch({ from: '/pricing' })
  const client = useQueryClient()
  const router = useRouter()
  const isPaid = action === 'payment_success' && id !== undefined
  const { data, error } = useQuery({
    queryKey: ['payment-session', id],
    queryFn: ({ signal }) => call('getPaymentSession', { params: { id: id ?? '' }, signal }),
    enabled: isPaid,
    refetchInterval: ({ state }) => (state.data?.state === 'processing' ? ASK_AGAIN_MS : false),
  })
  const state = data?.state
  const problem = error ? errorText(error) : null
  useEffect(() => {
    if (action === 'payment_cancel' || state === 'open' || state === 'expired') toastError(CANCELED, 'payment')
    else if (problem !== null) toastError(problem, 'payment')
    else if (state === 'paid') {
      toastSuccess('Your payment was received', 'payment')
      void refreshRights(client)
    } else return
    void router.navigate({ to: '/pricing', replace: true })
  }, [action, state, problem, client, router])
  if (!isPaid || problem !== null || (state !== undefined && state !== 'processing')) return null
  return (
    <Alert color="blue" mb="sm" role="status">
      Your payment is being processed
    </Alert>
  )
}
