export { type FlattenAnswer, readAnswers, writeAnswer } from './flatten-answer.ts'
export { type FlattenRequest, requestFlatten } from './flatten-request.ts'
export { isFlattenRequested, readRequests } from './read-requests.ts'
export { removeOld } from './remove-old.ts'
