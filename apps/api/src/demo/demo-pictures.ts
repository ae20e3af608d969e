import { openSemaphore } from '#db/connection/semaphore';
import type { DemoContent } from '#demo/content';
import { CARD_WIDTH, renderPicture } from '#files/drawings/render-picture';
import type { DemoUser } from '#demo/demo-types';
import type { LibraryRows } from '#features/content/library/write-library.queries';
import type { ImageFiles } from '#files/picture-store';
import type { Uploads } from '#files/uploads';

/** Two keep both cores of a small machine busy; more would only take memory. */
const MAX_CONCURRENT_RENDERS = 2;
const MAX_CONCURRENT_WRITES = 16;

const PORTRAIT_WIDTH = 384;

export type IllustratedContent = Record<Exclude<keyof DemoContent, keyof LibraryRows>, object[]> & LibraryRows;

/** Renders and stores a picture for every row that can have one; if one fails, those stored before it are removed. */
export async function storePictures(uploads: Uploads, content: DemoContent, users: DemoUser[]) {
  const rendering = openSemaphore({ slots: MAX_CONCURRENT_RENDERS }).run;
  const writing = openSemaphore({ slots: MAX_CONCURRENT_WRITES }).run;
  const storedNames: string[] = [];
  const pendingWork: Promise<unknown>[] = [];
  // After a failure nothing more is started.
  const failure = new AbortController();
  const begin = <T>(queue: typeof rendering, work: () => Promise<T>): Promise<T> => {
    const task = queue(async () => {
      failure.signal.throwIfAborted();
      return work();
    });
    pendingWork.push(task);
    return task;
  };

  const render = (drawing: string, width: number) => begin(rendering, () => renderPicture(drawing, width));
  const store = (files: ImageFiles) =>
    begin(writing, async () => {
      const picture = await uploads.place(files);
      storedNames.push(picture);
      return picture;
    });
  const remove = async () => {
    for (const url of storedNames) await uploads.remove(url);
  };

  const illustrate = async ([name, rows]: [string, DemoContent[keyof DemoContent]]) => {
    const illustrated = rows.map(async ({ drawing, ...row }) =>
      drawing ? { ...row, picture: await store(await render(drawing, CARD_WIDTH)) } : row,
    );
    return [name, await Promise.all(illustrated)] as const;
  };

  // Several people share a portrait, but each has a file of its own to change or to lose.
  const portraits = new Map<string, Promise<ImageFiles>>();
  const portray = async (user: DemoUser) => {
    const files = portraits.get(user.portrait) ?? render(`people/${user.portrait}`, PORTRAIT_WIDTH);
    portraits.set(user.portrait, files);
    return { ...user, picture: await store(await files) };
  };

  try {
    const [lists, people] = await Promise.all([
      Promise.all(Object.entries(content).map(illustrate)),
      Promise.all(users.map(portray)),
    ]);
    // Object.fromEntries loses the type of the keys.
    return { content: Object.fromEntries(lists) as unknown as IllustratedContent, users: people, remove };
  } catch (error) {
    failure.abort(error);
    await Promise.allSettled(pendingWork);
    await remove();
    throw error;
  }
}
