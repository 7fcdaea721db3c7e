import type { PageHead } from '@speakifyr/contract/page-head.ts';

/** The heads of the dashboards' pages. They show personal data, so no search engine lists them. */
export const DASHBOARD_HEADS = {
  ownMessages: build('Messages | Dashboard', 'What the school has emailed to you.'),
  everyone: build('Everyone, Now | Dashboard', 'Who is at camp now, and whom to call.'),
  profile: build('Update Profile | Dashboard', 'Your name, photo and phone.'),
  forms: build('Forms | Dashboard', 'What the school asks before camp, and what you answered.'),
  formList: build(
    'Forms | Admin dashboard',
    'Questions, waivers and consents that families answer before camp.',
  ),
  editForm: build('A Form | Admin dashboard', 'Write a form, with what parents see beside it.'),
  formPeople: build(
    'Answers | Admin dashboard',
    'Who has answered which form, and what is missing.',
  ),
  student: build('User dashboard', 'Your courses and payments at a glance.'),
  myClasses: build(
    'Selected Course | User dashboard',
    'The courses you joined and still have to pay for.',
  ),
  plan: build(
    'Summer Plan | User dashboard',
    'The weeks of each child: what is booked, what is open, and what overlaps.',
  ),
  waiting: build(
    'My Waiting List | User dashboard',
    'Full classes you’re waiting for, and the seats we offer you.',
  ),
  payment: build('Payment | User dashboard', 'Pay for a course by card.'),
  installments: build(
    'Payments in Parts | User dashboard',
    'What you pay in parts, and the card that is charged.',
  ),
  enroll: build(
    'Enrolled Course | User dashboard',
    'The courses you paid for, with entry codes and rooms.',
  ),
  children: build(
    'My Children | User dashboard',
    'The children you book classes for, and invitations to look after more.',
  ),
  child: build(
    'Child | User dashboard',
    'A child’s details, health information, contacts and guardians.',
  ),
  claim: build('Enter a Code | User dashboard', 'Take over the family that the school booked for.'),
  aid: build('Financial Aid | User dashboard', 'Ask the school for help with the price.'),
  aidRequests: build(
    'Financial Aid | Admin dashboard',
    'What families ask for, and what was awarded.',
  ),
  receipt: build('Receipt | Dashboard', 'The receipt of a payment, with its classes and refunds.'),
  childRecords: build(
    'Medicine and Incidents | Dashboard',
    'The medicine that a child got at camp, and what happened to it.',
  ),
  creditNote: build('Credit Note | Dashboard', 'What was refunded of a payment, and why.'),
  statements: build('Statements | User dashboard', 'What you paid in a year for each child.'),
  statement: build('Statement | Dashboard', 'What was paid for one person in one year.'),
  instructor: build('Instructor dashboard', 'Your course, its seats and its earnings.'),
  manageCourse: build('Enrolled Students | Instructor dashboard', 'The students of your course.'),
  courseMessage: build(
    'Message to Your Class | Instructor dashboard',
    'Write to everyone who is enrolled in your course.',
  ),
  courseCare: build(
    'Care Sheet | Instructor dashboard',
    'What you must know to look after the children of your course.',
  ),
  courseDay: build(
    'Day List | Instructor dashboard',
    'Who is expected in your course today, who came, and who took them.',
  ),
  courseSheet: build(
    'Attendance Sheet | Instructor dashboard',
    'Who was in your course on each of its days.',
  ),
  ownPage: build('My Page | Instructor dashboard', 'What families read about you.'),
  admin: build('Admin dashboard', 'Statistics for the whole school.'),
  users: build('Users | Admin dashboard', 'Everyone with an account, and their roles.'),
  manage: build('Manage | Admin dashboard', 'Instructors and courses to add, change or delete.'),
  addInstructor: build('Add Instructor | Admin dashboard', 'Turn a student into an instructor.'),
  addCourse: build(
    'Add a Course | Admin dashboard',
    'Add a course with its picture, dates, seats and instructor.',
  ),
  updateInstructor: build(
    'Update Instructor | Admin dashboard',
    'Assign courses to instructors, or remove an instructor.',
  ),
  updateCourse: build(
    'Classes | Admin dashboard',
    'All classes: their people, days, prices and places.',
  ),
  editCourse: build(
    'Update Course Data | Admin dashboard',
    'Change the dates, picture, seats, price and room of a course.',
  ),
  courseCalendar: build(
    'Course Calendar | Admin dashboard',
    'All courses by day and room, and rooms that are used twice.',
  ),
  classList: build('All Classes | Admin dashboard', 'Leads to the list of classes.'),
  classPeople: build(
    'Students of a Class | Admin dashboard',
    'Who is enrolled in a class, who holds a seat, and what they paid.',
  ),
  classCare: build(
    'Care Sheet | Admin dashboard',
    'What those who look after the children of a class must know.',
  ),
  classDay: build(
    'Day List | Admin dashboard',
    'Who is expected in a class today, who came, and who took them.',
  ),
  classSheet: build(
    'Attendance Sheet | Admin dashboard',
    'Who was in a class on each of its days.',
  ),
  families: build(
    'Families | Admin dashboard',
    'Find a family by name, phone, email, entry code, receipt or payment.',
  ),
  family: build(
    'Family | Admin dashboard',
    'The adults, children, seats, payments and emails of a family.',
  ),
  familyLetter: build('Letter | Admin dashboard', 'What the office booked for a family, to print.'),
  imports: build(
    'Import | Admin dashboard',
    'Bring families and classes from another system, and undo it.',
  ),
  classMessage: build(
    'Message to a Class | Admin dashboard',
    'Write to everyone who is enrolled in a class.',
  ),
  payments: build('Payments | Admin dashboard', 'All payments, with their states and totals.'),
  bankTransfers: build(
    'Bank Transfers | Admin dashboard',
    'Import the bank’s list of transfers, and book what families have paid.',
  ),
  owedSeats: build(
    'What Is Owed | Admin dashboard',
    'What families still have to pay for their seats, and by when.',
  ),
  papers: build(
    'Receipts and Credit Notes | Admin dashboard',
    'The school’s receipts and credit notes, with their numbers and sums.',
  ),
  accounting: build(
    'Accounting | Admin dashboard',
    'The school’s money by month, with receipts, refunds and fees, and months to close.',
  ),
  openRefunds: build(
    'Refunds to Look at | Admin dashboard',
    'Refunds that failed, and refunds that may belong to a seat.',
  ),
  changeRefundPolicy: build(
    'Refund Policy | Admin dashboard',
    'How much a family gets back when it cancels.',
  ),
  school: build('School | Admin dashboard', 'Who the school is, and how it works.'),
  discounts: build(
    'Discounts | Admin dashboard',
    'What makes a class cheaper for a family, and what families pay then.',
  ),
  extras: build(
    'Extras | Admin dashboard',
    'What families can add to a seat: lunch, care before and after the day, a T-shirt.',
  ),
  programs: build(
    'For Programs | Admin dashboard',
    'API keys and webhooks for the school’s own programs.',
  ),
  familyMessage: build(
    'Write to families | Admin dashboard',
    'One email to the families of several classes.',
  ),
  message: build(
    'Message | Admin dashboard',
    'A message of the contact form, and what the school replied.',
  ),
  messages: build('Contact Inbox | Admin dashboard', 'What people wrote with the contact form.'),
  outbox: build('Outbox | Admin dashboard', 'What the school emails to people, and what failed.'),
  mail: build('Email | Admin dashboard', 'One email of the school, and what became of it.'),
  calls: build('Calls to Make | Admin dashboard', 'Whom to call, because no email reaches them.'),
  auditLog: build('Audit Log | Admin dashboard', 'Who changed what, and when.'),
} satisfies Record<string, PageHead>;

function build(title: string, description: string): PageHead {
  return { title, description, isPrivate: true };
}
