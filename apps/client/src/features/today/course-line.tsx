import type { TodayCourse } from '@pulso/contract/coaching/courses';
import type { DateText } from '@pulso/contract/kit/dates';
import { ChevronRight } from 'lucide-react';
import { Link } from '@pulso/web/navigation/link';
import { Picture } from '@pulso/web/ui/details/picture';
import { addresses } from '#addresses';
import { courseWords } from '#features/today/course-words';

/** A course beside the first one. */
export function CourseLine({ course, day }: { course: TodayCourse; day: DateText }) {
  const { head, next } = courseWords(course, day);
  const below = course.state === 'rest' || course.state === 'done' ? [head, next].filter(Boolean).join('. ') : next;
  return (
    <li>
      <Link to={addresses.training(course.course)} className="flex items-center gap-3 py-3">
        <Picture src={course.cover_image} size="thumb" className="size-14 shrink-0 rounded-control" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">{course.state === 'starts' ? head : course.title}</span>
          <span className="block text-sm text-muted wrap-anywhere">{below}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}
