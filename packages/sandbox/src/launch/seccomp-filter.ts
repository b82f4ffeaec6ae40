/**
 * A system call filter for runners, as a classic BPF program of the kernel. It lists what no runner needs: creating
 * connections, processes and namespaces, inspecting other processes, loading code into the kernel. Listed calls fail
 * with EPERM. It is a second line of defense: the namespaces of a runner already prevent most of this.
 */

/** Numbers of the refused calls: on x86-64, on arm64; null if the call does not exist. */
const DENIED: Readonly<Record<string, readonly [x64: number | null, arm64: number | null]>> = {
  socket: [41, 198],
  connect: [42, 203],
  accept: [43, 202],
  accept4: [288, 242],
  bind: [49, 200],
  listen: [50, 201],
  fork: [57, null],
  vfork: [58, null],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  personality: [135, 92],
  pivot_root: [155, 41],
  chroot: [161, 51],
  acct: [163, 89],
  mount: [165, 40],
  umount2: [166, 39],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  unshare: [272, 97],
  setns: [308, 268],
  adjtimex: [159, 171],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  init_module: [175, 105],
  delete_module: [176, 106],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  quotactl: [179, 60],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
}

interface Machine {
  /** The kernel's identifier of the architecture. */
  readonly audit: number
  readonly clone: number
  readonly denied: readonly (number | null)[]
}

const MACHINES: Readonly<Record<string, Machine>> = {
  x64: { audit: 0xc000003e, clone: 56, denied: Object.values(DENIED).map(([x64]) => x64) },
  arm64: { audit: 0xc00000b7, clone: 220, denied: Object.values(DENIED).map(([, arm64]) => arm64) },
}

const CLONE3 = 435
const CLONE_THREAD = 0x10000
/** x86-64 has a second set of numbers for the same calls. */
const OTHER_NUMBERS = 0x40000000

const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const JUMP_BITS = 0x45
const RETURN = 0x06

const ALLOW = 0x7fff0000
const KILL = 0x80000000
const EPERM = 0x00050001
const ENOSYS = 0x00050026

/** Where the kernel stores the call's number, the architecture, and the low half of the first argument. */
const NUMBER = 0
const AUDIT = 4
const FIRST_ARGUMENT = 16

/** The program for `arch` (as in `process.arch`), or null if there is no list for it. */
export function seccompFilter(arch: string): Uint8Array | null {
  const machine = MACHINES[arch]
  if (machine === undefined) return null
  const refuse = (number: number, answer: number): Instruction[] => [
    [JUMP_EQUAL, 0, 1, number],
    [RETURN, 0, 0, answer],
  ]
  return encode([
    [LOAD, 0, 0, AUDIT],
    [JUMP_EQUAL, 1, 0, machine.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [JUMP_AT_LEAST, 0, 1, OTHER_NUMBERS],
    [RETURN, 0, 0, EPERM],
    // Threads are allowed, processes are not. The filter cannot see the flags of clone3; without it the C library
    // uses clone.
    ...refuse(CLONE3, ENOSYS),
    [JUMP_EQUAL, 0, 4, machine.clone],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [JUMP_BITS, 0, 1, CLONE_THREAD],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, EPERM],
    ...machine.denied.flatMap((number) => (number === null ? [] : refuse(number, EPERM))),
    [RETURN, 0, 0, ALLOW],
  ])
}

/** Operation, steps to jump when true, when false, operand. */
type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, operand: number]

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [at, [code, whenTrue, whenFalse, operand]] of program.entries()) {
    view.setUint16(at * 8, code, true)
    view.setUint8(at * 8 + 2, whenTrue)
    view.setUint8(at * 8 + 3, whenFalse)
    view.setUint32(at * 8 + 4, operand, true)
  }
  return bytes
}
