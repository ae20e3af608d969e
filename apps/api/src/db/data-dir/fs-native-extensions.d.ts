/** The package ships no types; this is the part of it that we use. */
declare module 'fs-native-extensions' {
  export function tryLock(fd: number): boolean;
}
