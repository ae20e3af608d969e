import fc from 'fast-check';

const HOUR_MS = 3_600_000;

/** Fates of a request: it or its answer is lost, it arrives twice, one of long ago after it, or the server is busy. */
export type Fault = 'none' | 'lost-request' | 'lost-answer' | 'doubled' | 'late' | 'busy';
/** A step of one of two phones, or of the time of both. */
export type PhoneStep =
  | { kind: 'set'; device: number; set: number; state: 'done' | 'todo' | 'gone' }
  | { kind: 'begin' | 'end' | 'kill' | 'torn' | 'update' | 'reload'; device: number }
  | { kind: 'line'; device: number; fault: Fault | 'off' }
  | { kind: 'pass'; minutes: number };

const device = fc.nat({ max: 1 });
const step: fc.Arbitrary<PhoneStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      device,
      set: fc.integer({ min: 1, max: 4 }),
      state: fc.constantFrom('done' as const, 'done' as const, 'done' as const, 'todo' as const, 'gone' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('begin', 'end', 'kill', 'torn', 'update', 'reload'), device }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('line' as const),
      device,
      fault: fc.constantFrom('none', 'none', 'off', 'lost-request', 'lost-answer', 'doubled', 'late', 'busy'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.constantFrom(0.1, 1, 10, 60) }),
  },
);

/** A sequence as the tests of SYN-02 run it: in memory, in a browser, and against the real server's store. */
export const phoneSteps = fc.array(step, { minLength: 10, maxLength: 30 });

/** How wrong the clocks of the two phones are, in milliseconds. */
export const clockSkews = fc.tuple(fc.constantFrom(0, 3 * HOUR_MS, -26 * HOUR_MS), fc.constantFrom(0, -HOUR_MS));
