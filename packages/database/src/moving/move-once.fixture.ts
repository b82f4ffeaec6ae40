import { moveDatabase, type MoveRequest } from './move-database.ts'

/** A process that moves a database and kills itself on its way: `node move-once.fixture.ts '{"request": …, "at": "filled"}'`. */
const { request, at } = JSON.parse(process.argv[2] ?? '') as {
  readonly request: Pick<MoveRequest, 'from' | 'to'>
  /** A step, or what is done then with which share of all rows, such as `copying 0.5`. */
  readonly at: string
}
const [action = '', share = '0'] = at.split(' ')
await moveDatabase({
  ...request,
  onStep: (step) => {
    if (step === at) process.kill(process.pid, 'SIGKILL')
  },
  onProgress: ({ step, done }) => {
    if (step === action && done >= Number(share)) process.kill(process.pid, 'SIGKILL')
  },
})
