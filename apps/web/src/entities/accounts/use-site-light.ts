import { useQuery } from '@tanstack/react-query'
import { useSocketState } from '../../realtime/socket.ts'
import type { Light } from '../../ui/light-dot.tsx'
import { useUser } from '../user/bootstrap-query.ts'
import { brokerStatusesQuery } from './trading-queries.ts'

/** How often the brokers are looked at where no panel follows them. */
const EVERY_MS = 60_000

/** Half: the page is connected, and a broker of the user is not. One that is not in use is no trouble. */
export function useSiteLight(): Exclude<Light, 'wait'> {
  const isOpen = useSocketState() === 'open'
  const isSignedIn = Boolean(useUser())
  const { data } = useQuery({
    ...brokerStatusesQuery,
    enabled: isSignedIn && isOpen,
    refetchInterval: EVERY_MS,
    retry: false,
  })
  if (!isOpen) return 'off'
  return isSignedIn && data?.some(({ isConnected }) => isConnected === false) ? 'half' : 'on'
}
