/** Parts that the detail of a client loads when needed, in one file: each alone would be smaller than its headers. */
export { AccessDialog } from '#features/coaching/access/access-dialog';
export { AssignDialog } from '#features/coaching/courses/assign-dialog';
export { TrainingTab } from '#features/desk/user-detail/training-tab';
