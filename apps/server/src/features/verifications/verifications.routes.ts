import type { Handlers } from '../../platform/http/route.ts'
import type { VerificationsService } from './verifications.service.ts'

type VerificationHandlers = Pick<Handlers, 'verifyBacktest' | 'listVerifications' | 'verifyFile' | 'getVerification'>

export function verificationHandlers(verifications: VerificationsService): VerificationHandlers {
  return {
    verifyBacktest: ({ params, userId }) => verifications.verify(params.id, userId),
    listVerifications: ({ params, userId }) => verifications.list(params.id, userId),
    verifyFile: ({ body, userId }) => verifications.verifyFile(body, userId),
    getVerification: ({ params, userId }) => verifications.own(params.id, userId),
  }
}
