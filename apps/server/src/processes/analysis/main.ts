import { analyzeResult } from '@tradeloom/engine'
import { serveRequests } from '../../platform/processes/serve-requests.ts'
import { packJson } from '../../platform/results/packed-json.ts'
import { unpackResult } from '../../platform/results/packed-result.ts'

serveRequests(async (packed: Uint8Array): Promise<Uint8Array> => {
  const { result } = await unpackResult(Buffer.from(packed))
  return packJson(analyzeResult(result))
})
