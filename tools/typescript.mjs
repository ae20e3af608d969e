// As `--import tsx`, which in Node 20 does not reach the threads that a process starts.
import { register } from 'tsx/esm/api';

register();
