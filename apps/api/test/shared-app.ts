import { beforeAll } from 'vitest';
import { testApp, type TestApp, type TestOptions } from '#test/test-app';

/** One app for all tests of a describe that do not affect each other, which saves a database for each. */
export function sharedApp(options: TestOptions = {}): () => TestApp {
  let app: TestApp;
  beforeAll(async () => {
    let close: (() => Promise<void>) | undefined;
    app = await testApp({
      ...options,
      until: (closing) => {
        close = closing;
      },
    });
    return close;
  });
  return () => app;
}
