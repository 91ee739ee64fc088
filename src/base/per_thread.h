// PerThread: memory that calls on one thread reuse.
#pragma once

#include <pthread.h>

#include <memory>
#include <new>

namespace whorl::internal::base {

// One T a thread, made when the thread first asks and destroyed with the thread. If there is no
// memory for it, mine() throws std::bad_alloc; for a `thread_local` with a destructor, the C
// library would end the process. It must be `static`, because it does not track the objects of
// threads.
template <class T>
class PerThread {
 public:
  PerThread() {
    if (::pthread_key_create(&key_, [](void* held) { delete static_cast<T*>(held); }) != 0) {
      throw std::bad_alloc();
    }
  }
  PerThread(const PerThread&) = delete;
  PerThread& operator=(const PerThread&) = delete;

  T& mine() {
    if (void* held = ::pthread_getspecific(key_)) return *static_cast<T*>(held);
    auto made = std::make_unique<T>();
    if (::pthread_setspecific(key_, made.get()) != 0) throw std::bad_alloc();
    return *made.release();
  }

 private:
  pthread_key_t key_;
};

}  // namespace whorl::internal::base
