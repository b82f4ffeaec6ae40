import { type ComputedLuck, type LuckColumns, luckOfColumns } from '@tradeloom/optimizer'
import { serveRequests } from '../../platform/processes/serve-requests.ts'

serveRequests<LuckColumns, ComputedLuck>(luckOfColumns)
